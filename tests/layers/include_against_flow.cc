// stats must not see record: this file is compiled with the include folders of stats and has to fail.
#include "certus/logs/certification_log.h"
