/* A photograph that is too large for the site is drawn smaller before it is sent. Without scripts the server says what is too large. */

const MOST = 47_000;
const SIDES = [1200, 1000, 800, 640, 480];
const QUALITIES = [0.8, 0.65, 0.5];

const drawn = (picture, side, quality) => {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  const paper = canvas.getContext("2d");
  paper.fillStyle = "#fff";
  paper.fillRect(0, 0, canvas.width, canvas.height);
  paper.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
};

const smaller = async (file) => {
  const picture = await createImageBitmap(file);
  for (const side of SIDES) {
    for (const quality of QUALITIES) {
      const blob = await drawn(picture, side, quality);
      if (blob && blob.size <= MOST) {
        return blob;
      }
    }
  }
  return null;
};

for (const field of document.querySelectorAll("[data-shrinks]")) {
  field.addEventListener("change", async () => {
    const [file] = field.files;
    if (!file || file.size <= MOST) {
      return;
    }
    try {
      const blob = await smaller(file);
      if (blob && field.files[0] === file) {
        const held = new DataTransfer();
        held.items.add(new File([blob], "picture.jpg", { type: "image/jpeg" }));
        field.files = held.files;
      }
    } catch {
      // The server says what is wrong with it.
    }
  });
}
