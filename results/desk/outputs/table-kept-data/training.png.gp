# gnuplot training.png.gp draws training.png from training.png.dat
set terminal pngcairo size 1720,2023 fontscale 2.0000 linewidth 2.6667 enhanced font 'sans,11'
if (!exists('figure')) figure = 'training.png'
set output figure
set encoding utf8
set datafile missing 'NaN'
set border 3 lw 0.75
set tics nomirror out scale 0.5 font 'sans,10'
set grid back lc rgb '#d8d8d8' lw 0.75 dt 1
set boxwidth 0.38
unset key
set xtics offset 0,0.35
set xlabel offset 0,0.8
set multiplot

set title '' noenhanced offset 0,-0.6
set lmargin at screen 0.10682
set rmargin at screen 0.97953
set bmargin at screen 0.76565
set tmargin at screen 0.97061
set arrow from screen 0.09953, screen 0.98676 to screen 0.12899, screen 0.98676 nohead lc rgb '#0072B2' lw 1.2 dt 1
set label 'easy-focus, σ = 0.25' at screen 0.13519, screen 0.98676 left noenhanced font 'sans,10'
set arrow from screen 0.31504, screen 0.98676 to screen 0.34450, screen 0.98676 nohead lc rgb '#D55E00' lw 1.2 dt 1
set label 'easy-focus, σ = 0.5' at screen 0.35070, screen 0.98676 left noenhanced font 'sans,10'
set arrow from screen 0.52248, screen 0.98676 to screen 0.55194, screen 0.98676 nohead lc rgb '#009E73' lw 1.2 dt 1
set label 'easy-focus, σ = 1' at screen 0.55814, screen 0.98676 left noenhanced font 'sans,10'
set arrow from screen 0.71380, screen 0.98676 to screen 0.74326, screen 0.98676 nohead lc rgb '#808080' lw 1.2 dt 1
set label '' at screen 0.72853, screen 0.98676 point pt 7 ps 0.8 lc rgb '#808080'
set label 'training' at screen 0.74946, screen 0.98676 left noenhanced font 'sans,10'
set label '' at screen 0.84729, screen 0.98676 point pt 7 ps 0.8 lc rgb '#808080'
set label 'test' at screen 0.86822, screen 0.98676 left noenhanced font 'sans,10'
unset logscale x
set xrange [1:8]
set format x '%h'
set xtics noenhanced autofreq
unset logscale y
set yrange [*:*]
set format y '%h'
set ytics noenhanced autofreq
set xlabel ''
set label 'loss (nats)' at screen 0.01364, graph 0.5 center rotate by 90
plot 'training.png.dat' index 0 using 1:2 with linespoints pt 7 ps 0.8 lc rgb '#0072B2' lw 1.2 dt 1 notitle, \
     'training.png.dat' index 1 using 1:2 with points pt 7 ps 0.8 lc rgb '#0072B2' lw 1.2 dt 1 notitle, \
     'training.png.dat' index 2 using 1:2 with linespoints pt 5 ps 0.8 lc rgb '#D55E00' lw 1.2 dt 1 notitle, \
     'training.png.dat' index 3 using 1:2 with points pt 7 ps 0.8 lc rgb '#D55E00' lw 1.2 dt 1 notitle, \
     'training.png.dat' index 4 using 1:2 with linespoints pt 9 ps 0.8 lc rgb '#009E73' lw 1.2 dt 1 notitle, \
     'training.png.dat' index 5 using 1:2 with points pt 7 ps 0.8 lc rgb '#009E73' lw 1.2 dt 1 notitle, \
     'training.png.dat' index 6 using 1:2 with lines lc rgb '#0072B2' lw 1.2 dt 1 notitle, \
     'training.png.dat' index 7 using 1:2 with lines lc rgb '#D55E00' lw 1.2 dt 1 notitle, \
     'training.png.dat' index 8 using 1:2 with lines lc rgb '#009E73' lw 1.2 dt 1 notitle, \
     'training.png.dat' index 9 using 1:2 with linespoints pt 7 ps 0.8 lc rgb '#808080' lw 1.2 dt 1 notitle, \
     'training.png.dat' index 10 using 1:2 with points pt 7 ps 0.8 lc rgb '#808080' lw 1.2 dt 1 notitle
unset label
unset arrow
unset object

set title '' noenhanced offset 0,-0.6
set lmargin at screen 0.10682
set rmargin at screen 0.97953
set bmargin at screen 0.52445
set tmargin at screen 0.72941
unset logscale x
set xrange [1:8]
set format x '%h'
set xtics noenhanced autofreq
unset logscale y
set yrange [0:*]
set format y '%h'
set ytics noenhanced autofreq
set xlabel ''
set label 'noisy accuracy (%)' at screen 0.01364, graph 0.5 center rotate by 90
plot 'training.png.dat' index 11 using 1:2 with linespoints pt 7 ps 0.8 lc rgb '#0072B2' lw 1.2 dt 1 notitle, \
     'training.png.dat' index 12 using 1:2 with points pt 7 ps 0.8 lc rgb '#0072B2' lw 1.2 dt 1 notitle, \
     'training.png.dat' index 13 using 1:2 with linespoints pt 5 ps 0.8 lc rgb '#D55E00' lw 1.2 dt 1 notitle, \
     'training.png.dat' index 14 using 1:2 with points pt 7 ps 0.8 lc rgb '#D55E00' lw 1.2 dt 1 notitle, \
     'training.png.dat' index 15 using 1:2 with linespoints pt 9 ps 0.8 lc rgb '#009E73' lw 1.2 dt 1 notitle, \
     'training.png.dat' index 16 using 1:2 with points pt 7 ps 0.8 lc rgb '#009E73' lw 1.2 dt 1 notitle
unset label
unset arrow
unset object

set title '' noenhanced offset 0,-0.6
set lmargin at screen 0.10682
set rmargin at screen 0.97953
set bmargin at screen 0.28324
set tmargin at screen 0.48820
unset logscale x
set xrange [1:8]
set format x '%h'
set xtics noenhanced autofreq
set logscale y
set yrange [3.9859693877555835e-05:0.3751594387755103]
set format y '%g'
set ytics noenhanced autofreq
set xlabel ''
set label 'learning rate' at screen 0.01364, graph 0.5 center rotate by 90
plot 'training.png.dat' index 17 using 1:2 with steps lc rgb '#0072B2' lw 1.2 dt 1 notitle, \
     'training.png.dat' index 18 using 1:2 with steps lc rgb '#D55E00' lw 1.2 dt 1 notitle, \
     'training.png.dat' index 19 using 1:2 with steps lc rgb '#009E73' lw 1.2 dt 1 notitle
unset label
unset arrow
unset object

set title '' noenhanced offset 0,-0.6
set lmargin at screen 0.10682
set rmargin at screen 0.97953
set bmargin at screen 0.04204
set tmargin at screen 0.24700
unset logscale x
set xrange [1:8]
set format x '%h'
set xtics noenhanced autofreq
unset logscale y
set yrange [0:55]
set format y '%h'
set ytics noenhanced autofreq
set xlabel 'epoch'
set label 'images kept (1000)' at screen 0.01364, graph 0.5 center rotate by 90
plot 'training.png.dat' index 20 using 1:2 with steps lc rgb '#0072B2' lw 1.2 dt 1 notitle, \
     'training.png.dat' index 21 using 1:2 with steps lc rgb '#D55E00' lw 1.2 dt 1 notitle, \
     'training.png.dat' index 22 using 1:2 with steps lc rgb '#009E73' lw 1.2 dt 1 notitle
unset label
unset arrow
unset object

unset multiplot
