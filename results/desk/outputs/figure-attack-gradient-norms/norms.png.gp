# gnuplot norms.png.gp draws norms.png from norms.png.dat
# attack: sphere attack
set terminal pngcairo size 1720,1106 fontscale 2.0000 linewidth 2.6667 enhanced font 'sans,11'
if (!exists('figure')) figure = 'norms.png'
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
set label 1 'attack: sphere attack' at screen 0.5, screen 0.97348 center noenhanced

set title '' noenhanced offset 0,-0.6
set lmargin at screen 0.07209
set rmargin at screen 0.97953
set bmargin at screen 0.51820
set tmargin at screen 0.89319
set arrow from screen 0.41070, screen 0.92272 to screen 0.44016, screen 0.92272 nohead lc rgb '#0072B2' lw 1.2 dt 1
set label '' at screen 0.42543, screen 0.92272 point pt 7 ps 0.8 lc rgb '#0072B2'
set label 'before' at screen 0.44636, screen 0.92272 left noenhanced font 'sans,10'
set arrow from screen 0.51333, screen 0.92272 to screen 0.54279, screen 0.92272 nohead lc rgb '#D55E00' lw 1.2 dt (9,4)
set label '' at screen 0.52806, screen 0.92272 point pt 5 ps 0.8 lc rgb '#D55E00'
set label 'after' at screen 0.54899, screen 0.92272 left noenhanced font 'sans,10'
unset logscale x
set xrange [0:1]
set format x '%h'
set xtics noenhanced autofreq
set logscale y
set yrange [*:*]
set format y '%g'
set ytics noenhanced autofreq
set xlabel ''
set label 'mean gradient norm' at screen 0.01364, graph 0.5 center rotate by 90
plot 'norms.png.dat' index 0 using 1:3:4 with filledcurves lc rgb '#0072B2' fs transparent solid 0.18 noborder notitle, \
     'norms.png.dat' index 1 using 1:3:4 with filledcurves lc rgb '#D55E00' fs transparent solid 0.18 noborder notitle, \
     'norms.png.dat' index 0 using 1:2 with linespoints pt 7 ps 0.8 lc rgb '#0072B2' lw 1.2 dt 1 notitle, \
     'norms.png.dat' index 1 using 1:2 with linespoints pt 5 ps 0.8 lc rgb '#D55E00' lw 1.2 dt (9,4) notitle
unset label
unset arrow
unset object

set title '' noenhanced offset 0,-0.6
set lmargin at screen 0.07209
set rmargin at screen 0.97953
set bmargin at screen 0.07692
set tmargin at screen 0.45190
unset logscale x
set xrange [0:1]
set format x '%h'
set xtics noenhanced autofreq
unset logscale y
set yrange [0:100]
set format y '%h'
set ytics noenhanced autofreq
set xlabel '{/:Italic p}_A of the label under noise'
set label 'draws misclassified (%)' at screen 0.01364, graph 0.5 center rotate by 90
plot 'norms.png.dat' index 2 using 1:2 with linespoints pt 7 ps 0.8 lc rgb '#0072B2' lw 1.2 dt 1 notitle, \
     'norms.png.dat' index 3 using 1:2 with linespoints pt 5 ps 0.8 lc rgb '#D55E00' lw 1.2 dt (9,4) notitle
unset label
unset arrow
unset object

unset multiplot
