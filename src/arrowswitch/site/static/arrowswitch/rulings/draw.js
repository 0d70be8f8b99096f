// What the pages that draw themselves are made of.

export const el = (tag, given = {}, ...children) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) if (value !== undefined && value !== false) made.setAttribute(name, value);
  made.append(...children.flat(2).filter((each) => each !== undefined && each !== null && each !== "" && each !== false));
  return made;
};
export const list = (lines) => el("ul", { class: "plainlist" }, lines.map((each) => el("li", {}, each)));
export const folded = (title, inside, open) => el("details", { open: open ? "" : undefined }, el("summary", {}, title), inside);
