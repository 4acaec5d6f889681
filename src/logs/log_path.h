#pragma once

#include <optional>
#include <string>

namespace certus {

/// What the path of a log says: paths of runs look like "ours/noise_0.50/seed-1/noise_0.50.tsv".

/// sigma: the number after the last "noise_" or "sigma_"; without those, the number at the end of the name of
/// a CSV file, as published curves have it ("ours_0.5.csv").
std::optional<double> sigma_in_path(const std::string& path);

/// The seed of training: the number of the last folder or file that is called, or ends in, "seed-1",
/// "seed_1", "seed=1" or "seed1"; for a file, its ending and sigma are ignored ("ours_seed1_noise_0.5.tsv").
std::optional<std::string> seed_in_path(const std::string& path);

/// The path with sigma as "*" wherever it is named, and without seeds: equal for the logs of one method at
/// several sigmas and seeds ("ours/noise_*/noise_*.tsv"), also where some of them have no ending
/// ("noise_0.25" beside "noise_0.5.tsv"). Another number after "noise_", such as the sigma of training in the
/// path of a log that was certified at another one, stays.
std::string method_path(const std::string& path);

}  // namespace certus
