# gnuplot norms.png.gp draws norms.png from norms.png.dat
# Gradient norms of training images under noise
# middle 80 %: from the 10 % to the 90 % quantile of the images of a tenth of p_A
# model: gradient of the loss cifar10/desk/gaussian-0.50
# model: gradient of the loss cifar10/desk/easy-focus-0.50
# model: 4 images have norms below the axis; means count them
set terminal pngcairo size 1720,660 fontscale 2.0000 linewidth 2.6667 enhanced font 'sans,11'
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
set label 1 'Gradient norms of training images under noise' at screen 0.5, screen 0.95557 center noenhanced

set title 'gaussian-0.50' noenhanced offset 0,-0.6
set lmargin at screen 0.08946
set rmargin at screen 0.47953
set bmargin at screen 0.12884
set tmargin at screen 0.75888
set label '' at screen 0.08899, screen 0.87055 point pt 7 ps 0.400 lc rgb '#E69F00'
set label 'an image' at screen 0.10992, screen 0.87055 left noenhanced font 'sans,10'
set arrow from screen 0.19302, screen 0.87055 to screen 0.22248, screen 0.87055 nohead lc rgb '#0072B2' lw 1.2 dt 1
set label '' at screen 0.20775, screen 0.87055 point pt 7 ps 0.8 lc rgb '#0072B2'
set label 'mean, and middle 80 %' at screen 0.22868, screen 0.87055 left noenhanced font 'sans,10'
set arrow from screen 0.41659, screen 0.87055 to screen 0.44605, screen 0.87055 nohead lc rgb '#D55E00' lw 1.2 dt (9,4)
set label 'mean of hard, of easy images' at screen 0.45225, screen 0.87055 left noenhanced font 'sans,10'
set arrow from screen 0.69659, screen 0.87055 to screen 0.72605, screen 0.87055 nohead lc rgb '#009E73' lw 1.2 dt (2,3)
set label '' at screen 0.71132, screen 0.87055 point pt 9 ps 0.8 lc rgb '#009E73'
set label 'mean of norm times draws' at screen 0.73225, screen 0.87055 left noenhanced font 'sans,10'
unset logscale x
set xrange [0:1]
set format x '%h'
set xtics noenhanced autofreq
set logscale y
set yrange [0.1:1000]
set format y '%g'
set ytics noenhanced autofreq
set xlabel '{/:Italic p}_A of the label under noise'
set label 'gradient norm' at screen 0.01364, graph 0.5 center rotate by 90
plot 'norms.png.dat' index 1 using 1:3:4 with filledcurves lc rgb '#0072B2' fs transparent solid 0.18 noborder notitle, \
     'norms.png.dat' index 0 using 1:2 with points pt 7 ps 0.400 lc rgb '#A0E69F00' notitle, \
     'norms.png.dat' index 1 using 1:2 with linespoints pt 7 ps 0.8 lc rgb '#0072B2' lw 1.2 dt 1 notitle, \
     'norms.png.dat' index 2 using 1:2 with lines lc rgb '#D55E00' lw 1.2 dt (9,4) notitle, \
     'norms.png.dat' index 3 using 1:2 with lines lc rgb '#D55E00' lw 1.2 dt (9,4) notitle, \
     'norms.png.dat' index 4 using 1:2 with linespoints pt 9 ps 0.8 lc rgb '#009E73' lw 1.2 dt (2,3) notitle
unset label
unset arrow
unset object

set title 'easy-focus-0.50' noenhanced offset 0,-0.6
set lmargin at screen 0.58946
set rmargin at screen 0.97953
set bmargin at screen 0.12884
set tmargin at screen 0.75888
unset logscale x
set xrange [0:1]
set format x '%h'
set xtics noenhanced autofreq
set logscale y
set yrange [0.1:1000]
set format y '%g'
set ytics noenhanced autofreq
set xlabel '{/:Italic p}_A of the label under noise'
set label 'gradient norm' at screen 0.51364, graph 0.5 center rotate by 90
plot 'norms.png.dat' index 6 using 1:3:4 with filledcurves lc rgb '#0072B2' fs transparent solid 0.18 noborder notitle, \
     'norms.png.dat' index 5 using 1:2 with points pt 7 ps 0.400 lc rgb '#A0E69F00' notitle, \
     'norms.png.dat' index 6 using 1:2 with linespoints pt 7 ps 0.8 lc rgb '#0072B2' lw 1.2 dt 1 notitle, \
     'norms.png.dat' index 7 using 1:2 with lines lc rgb '#D55E00' lw 1.2 dt (9,4) notitle, \
     'norms.png.dat' index 8 using 1:2 with lines lc rgb '#D55E00' lw 1.2 dt (9,4) notitle, \
     'norms.png.dat' index 9 using 1:2 with linespoints pt 9 ps 0.8 lc rgb '#009E73' lw 1.2 dt (2,3) notitle
unset label
unset arrow
unset object

unset multiplot
