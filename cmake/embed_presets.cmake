# Writes all presets as one source: cmake -DPRESETS=<folder> -DOUT=<file> -P. Their names are their paths below the
# folder without ".toml", in order.
file(GLOB_RECURSE files RELATIVE ${PRESETS} ${PRESETS}/*.toml)
list(SORT files)
set(source "#include \"certus/recipe/embedded_presets.h\"\n\nnamespace certus {\nnamespace {\n\n")
string(APPEND source "constexpr EmbeddedPreset kPresets[] = {\n")
foreach(file IN LISTS files)
  file(READ ${PRESETS}/${file} content)
  string(REGEX REPLACE "\\.toml$" "" name ${file})
  string(APPEND source "{\"${name}\", R\"preset(${content})preset\"},\n")
endforeach()
string(APPEND source "};\n\n}  // namespace\n\n")
string(APPEND source "std::span<const EmbeddedPreset> embedded_presets() {\n  return kPresets;\n}\n\n}  // namespace certus\n")
file(WRITE ${OUT} "${source}")
