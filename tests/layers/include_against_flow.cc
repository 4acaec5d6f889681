// stats must not see record: this file is compiled with the include folders of stats and has to fail.
#include "certus/record/certification_log.h"
