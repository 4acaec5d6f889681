# p_A curves of the two runs: gnuplot p_a.gp, in this folder, after
#   certus evaluate gaussian/noise_0.5.tsv easy-focus/noise_0.5.tsv --p 0.5:0.005:1 --format json -o p_a.json --force
set terminal pngcairo size 900,520 font "sans,11"
set output "p_a.png"
set xlabel "p"
set ylabel "test images with p_A at least p (%)"
set xrange [0.5:1]
set yrange [0:*]
set grid lc rgb "#dddddd"
set key top right
plot "p_a.dat" using 1:2 with steps lw 2 lc rgb "#0072b2" title "gaussian", \
     "p_a.dat" using 1:3 with steps lw 2 lc rgb "#d55e00" title "easy-focus"
