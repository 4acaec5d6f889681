// Light or dark: what the system prefers, or what the user chose. Paper is light.
import { check, segments } from "./controls.ts";
import type { Theme } from "./palette.ts";
import type { Change, Scene } from "./scene.ts";
import type { State } from "./state.ts";

const prefersDark = matchMedia("(prefers-color-scheme: dark)");

export function themeOf(choice: State["theme"], printing: boolean): Theme {
  if (printing) return "light";
  return choice === "auto" ? (prefersDark.matches ? "dark" : "light") : choice;
}

export const whenSystemThemeChanges = (run: () => void): void => prefersDark.addEventListener("change", run);

export class ThemeSwitch {
  readonly root: HTMLElement;

  constructor(change: Change) {
    this.root = segments(
      "theme",
      "Light or dark",
      [
        ["auto", "Auto", "As the system prefers"],
        ["light", "Light", "Light page"],
        ["dark", "Dark", "Dark page"],
      ],
      (value) => change({ theme: value as State["theme"] }),
    );
  }

  update({ state, theme }: Scene): void {
    document.documentElement.dataset["theme"] = theme;
    check(this.root, state.theme);
  }
}
