// What is wrong with the page as it stands: a list of sentences. Evaluated by docs/tools/browser.py.
() => {
  const LEAST_CONTRAST = 4.5;
  const found = [];
  const width = document.documentElement.clientWidth;

  const label = (element) => {
    const classes = [...element.classList].map((name) => `.${name}`).join("");
    return `${element.tagName.toLowerCase()}${classes} "${element.textContent.trim().slice(0, 30)}"`;
  };

  // -- too wide -----------------------------------------------------------------------------------------------------

  const scrolls = (element) => {
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      if (/auto|scroll|hidden/.test(getComputedStyle(at).overflowX)) return true;
    }
    return false;
  };

  if (document.documentElement.scrollWidth > width + 1) {
    found.push(`the page is ${document.documentElement.scrollWidth} wide`);
  }
  for (const element of document.querySelectorAll(".md-main *, header *, footer *")) {
    const box = element.getBoundingClientRect();
    const outside = box.width && box.height && (box.right > width + 1 || box.left < -1);
    if (outside && !element.closest(".md-sidebar, .md-search") && !scrolls(element)) {
      found.push(`outside the window: ${label(element)}`);
    }
  }

  // -- too pale -----------------------------------------------------------------------------------------------------

  const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const colors = new Map();
  const color = (text) => {
    if (!colors.has(text)) {
      pen.clearRect(0, 0, 1, 1);
      pen.fillStyle = text;
      pen.fillRect(0, 0, 1, 1);
      const [red, green, blue, alpha] = pen.getImageData(0, 0, 1, 1).data;
      colors.set(text, [red, green, blue, alpha / 255]);
    }
    return colors.get(text);
  };
  const over = (front, back) => [0, 1, 2].map((i) => front[i] * front[3] + back[i] * (1 - front[3]));
  const behind = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) {
      const layer = color(getComputedStyle(at).backgroundColor);
      if (layer[3]) layers.push(layer);
      if (layer[3] === 1) break;
    }
    return layers.reduceRight((back, layer) => over(layer, back), [255, 255, 255]);
  };
  const luminance = (rgb) => {
    const [red, green, blue] = rgb.map((part) => {
      const share = part / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const opacity = (element) => {
    let product = 1;
    for (let at = element; at; at = at.parentElement) product *= Number(getComputedStyle(at).opacity);
    return product;
  };

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const elements = new Set();
  while (texts.nextNode()) {
    if (texts.currentNode.textContent.trim()) elements.add(texts.currentNode.parentElement);
  }
  for (const element of elements) {
    const style = getComputedStyle(element);
    if (element.matches("script, style, noscript, template")) continue;
    if (style.visibility === "hidden" || !element.getClientRects().length || !opacity(element)) continue;
    const drawing = element.closest("svg");
    const [red, green, blue, alpha] = color(drawing ? style.fill : style.color);
    const back = behind(drawing ? drawing.parentElement : element);
    const ends = [luminance(over([red, green, blue, alpha * opacity(element)], back)), luminance(back)];
    const contrast = (Math.max(...ends) + 0.05) / (Math.min(...ends) + 0.05);
    if (contrast < LEAST_CONTRAST) found.push(`contrast ${contrast.toFixed(2)}: ${label(element)}`);
  }

  // -- missing ------------------------------------------------------------------------------------------------------

  for (const image of document.images) {
    if (image.getClientRects().length && !image.naturalWidth) found.push(`no image: ${image.getAttribute("src")}`);
  }
  return found;
};
