#pragma once

#include <string>
#include <string_view>

namespace certus {

/// CSV that no spreadsheet takes for formulas: fields that begin with = + - @ or a tab, other than numbers
/// and a lone "-", get a ' before it. Also fields of comment lines and those that a spreadsheet sees with ;
/// or tabs between fields. Other programs read the ' as part of the text, so this is on request.
std::string without_formulas(std::string_view csv);

}  // namespace certus
