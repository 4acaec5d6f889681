#pragma once

#include <vector>

#include "certus/command_line/command.h"

namespace certus::cli {

/// All subcommands, in the order of help: the list a newcomer reads first.
const std::vector<Command>& all_commands();

// One file each.
Command model_command();
Command certify_command();
Command predict_command();
Command merge_command();
Command bench_command();
Command evaluate_command();
Command convert_command();
Command compare_command();
Command report_command();
Command audit_command();
Command plan_command();
Command theory_command();
Command simulate_command();
Command data_command();
Command plot_command();
Command table_command();
Command train_command();
Command p_correct_command();
Command soft_labels_command();
Command analyze_command();
Command experiment_command();

}  // namespace certus::cli
