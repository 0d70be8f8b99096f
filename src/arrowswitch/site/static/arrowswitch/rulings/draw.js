// What the pages that draw themselves are made of.

export const el = (tag, given = {}, ...children) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(given))
    if (value !== undefined && value !== false) made.setAttribute(name, value);
  made.append(
    ...children.flat(2).filter((each) => each !== undefined && each !== null && each !== "" && each !== false),
  );
  return made;
};
