# gnuplot train.gp draws train.png from train.dat
set terminal pngcairo size 1720,2000 fontscale 2 linewidth 2 pointscale 2 noenhanced font 'sans,11'
set output 'train.png'
set encoding utf8
set datafile missing 'NaN'
set border 3
set tics nomirror out
set grid back lc rgb '#cccccc' lw 1 dt 1
set boxwidth 0.38
set key at graph 1.02,1.0 left top vertical Left reverse samplen 2
set lmargin 11
set rmargin 27
set multiplot layout 4,1

set title ''
set xlabel ''
unset logscale x
set xrange [0:11]
set xtics autofreq
set ylabel 'loss (nats)'
unset logscale y
set yrange [*:*]
set ytics autofreq
plot 'train.dat' index 0 using 1:2 with linespoints pt 4 ps 0.7 lc rgb '#0072B2' lw 1.6 dt 1 title 'gaussian, training', \
     'train.dat' index 1 using 1:2 with points pt 7 ps 0.4 lc rgb '#0072B2' lw 1.6 dt 1 title 'gaussian, test', \
     'train.dat' index 2 using 1:2 with linespoints pt 5 ps 0.7 lc rgb '#D55E00' lw 1.6 dt 1 title 'easy-focus, training', \
     'train.dat' index 3 using 1:2 with points pt 7 ps 0.4 lc rgb '#D55E00' lw 1.6 dt 1 title 'easy-focus, test'

set title ''
set xlabel ''
unset logscale x
set xrange [0:11]
set xtics autofreq
set ylabel 'accuracy under noise (%)'
unset logscale y
set yrange [0:*]
set ytics autofreq
plot 'train.dat' index 4 using 1:2 with linespoints pt 4 ps 0.7 lc rgb '#0072B2' lw 1.6 dt 1 title 'gaussian, training', \
     'train.dat' index 5 using 1:2 with points pt 7 ps 0.4 lc rgb '#0072B2' lw 1.6 dt 1 title 'gaussian, test', \
     'train.dat' index 6 using 1:2 with linespoints pt 5 ps 0.7 lc rgb '#D55E00' lw 1.6 dt 1 title 'easy-focus, training', \
     'train.dat' index 7 using 1:2 with points pt 7 ps 0.4 lc rgb '#D55E00' lw 1.6 dt 1 title 'easy-focus, test'

set title ''
set xlabel ''
unset logscale x
set xrange [0:11]
set xtics autofreq
set ylabel 'learning rate'
set logscale y
set yrange [2.6573129251694638e-05:0.3751062925170068]
set format y '%g'
set ytics autofreq
plot 'train.dat' index 8 using 1:2 with steps lc rgb '#0072B2' lw 1.6 dt 1 title 'gaussian', \
     'train.dat' index 9 using 1:2 with steps lc rgb '#D55E00' lw 1.6 dt 1 title 'easy-focus'

set title ''
set xlabel 'epoch'
unset logscale x
set xrange [0:11]
set xtics autofreq
set ylabel 'images kept (1000)'
unset logscale y
set yrange [0:55]
set ytics autofreq
plot 'train.dat' index 10 using 1:2 with steps lc rgb '#0072B2' lw 1.6 dt 1 title 'gaussian', \
     'train.dat' index 11 using 1:2 with steps lc rgb '#D55E00' lw 1.6 dt 1 title 'easy-focus'

unset multiplot
