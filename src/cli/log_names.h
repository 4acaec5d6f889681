#pragma once

#include "certus/report/log_names.h"
