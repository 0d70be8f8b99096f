// The templates of the server, filled in without it: what the page says of itself in data-* attributes, taken from a plain value.
//
// data-with   everything within is of that part of the value; without it the element goes
// data-each   once for every one of a list
// data-if     only where there is such a thing
// data-put    its text; empty for the value itself
// data-link, data-label   where it leads, what it is called
// data-mark   a class that it has or has not; “current:main” has another name for it
// data-open   whether it is unfolded

const there = (value) => (Array.isArray(value) ? value.length > 0 : Boolean(value));
const take = (element, name) => {
  const value = element.getAttribute(name);
  element.removeAttribute(name);
  return value;
};

const marked = (element, mark, data) => {
  const [name, as = name] = mark.split(":");
  element.classList.toggle(as, Boolean(data[name]));
  if (as === "main" && data[name]) element.setAttribute("aria-current", "true");
  else element.removeAttribute("aria-current");
};

const DOES = {
  "data-put": (element, name, data) => {
    element.textContent = name ? data[name] : data;
  },
  "data-link": (element, name, data) => element.setAttribute("href", data[name]),
  "data-label": (element, name, data) => element.setAttribute("aria-label", data[name]),
  "data-mark": marked,
  "data-open": (element, name, data) => element.toggleAttribute("open", Boolean(data[name])),
};

const filled = (element, data) => {
  for (const [attribute, does] of Object.entries(DOES)) {
    if (element.hasAttribute(attribute)) does(element, take(element, attribute), data);
  }
  bind(element, data);
};

const repeated = (element, data) => {
  const items = data[take(element, "data-each")] ?? [];
  element.replaceWith(
    ...items.flatMap((item) => {
      const copy = element.cloneNode(true);
      filled(copy, item);
      return [copy, " "];
    }),
  );
};

export const bind = (root, data) => {
  for (const child of Array.from(root.children)) {
    // a copy, because some of them go
    if (child.hasAttribute("data-each")) repeated(child, data);
    else if (child.hasAttribute("data-if") && !there(data[take(child, "data-if")])) child.remove();
    else if (!child.hasAttribute("data-with")) filled(child, data);
    else {
      const part = data[take(child, "data-with")];
      if (part) filled(child, part);
      else child.remove();
    }
  }
  return root;
};

// What stands in a <template> of the page, filled in.
export const drawn = (name, data) => bind(document.getElementById(name).content.cloneNode(true), data);
