#pragma once

#include "certus/cli/arguments.h"
#include "certus/recipe/start.h"
#include "certus/recipe/training_set.h"

namespace certus::cli {

/// What options of long work mean for the library.

/// --data-dir and --no-verify, of commands that find their data sets by themselves.
Option data_dir_option();
Option no_verify_option();

/// --resume and --force. Fails when both are given.
/// @param what  "a run"
Start start_of(const Arguments& arguments, const char* what);

/// Makes the engines of --engine and --device, one for each of --threads workers, with micro-batches that
/// suit the draws of one image. `arguments` have to outlive it. Fails when there is no such engine.
EngineMaker engine_maker(const Arguments& arguments);

}  // namespace certus::cli
