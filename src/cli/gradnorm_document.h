#pragma once

#include "certus/report/gradnorm_document.h"
