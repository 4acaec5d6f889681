#include "certus/cli/commands.h"

#include "certus/cli/embedded_help_pages.h"

namespace certus::cli {

const std::vector<Command>& all_commands() {
  static const std::vector<Command> commands = with_pages(
      {data_command(),    model_command(),    train_command(),   p_correct_command(),  soft_labels_command(),
       certify_command(), predict_command(),  merge_command(),   evaluate_command(),   convert_command(),
       compare_command(), table_command(),    report_command(),  audit_command(),      plan_command(),
       theory_command(),  simulate_command(), analyze_command(), experiment_command(), plot_command(),
       bench_command()},
      embedded_help_pages());
  return commands;
}

}  // namespace certus::cli
