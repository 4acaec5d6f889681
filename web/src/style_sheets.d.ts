// Style sheets are bundled by build.mjs; importing one has no value.
declare module "*.css";
