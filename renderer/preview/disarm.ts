/** Elements that run, load, lead away or ask: dropped with what is in them. */
const DROPPED =
  'script, noscript, iframe, frame, frameset, embed, applet, portal, fencedframe, link, meta, base, template, slot, ' +
  'source, track, animate, set, animateMotion, animateTransform';
/** Fields, and media of which a browser that cannot show them shows what is in them: that stays. */
const UNWRAPPED =
  'form, input, button, select, textarea, label, fieldset, output, details, summary, dialog, object, audio, video, canvas';
const KEPT_ADDRESS = /^(?:blob:|data:image\/(?:png|jpe?g|gif|webp|bmp)[;,])/i;
/** Attributes with an address. */
const ADDRESSES =
  /^(?:href|xlink:href|src|srcset|srcdoc|action|formaction|ping|poster|background|data|cite|longdesc|manifest|code|codebase|archive|profile|usemap|lowsrc|dynsrc|imagesrcset)$/i;
/** Attributes that would name our own elements, or take the keyboard. */
const OURS =
  /^(?:data-segment|data-state|data-current|tabindex|accesskey|autofocus|contenteditable|popover|popovertarget|draggable|is|slot|part|nonce|target)$/i;

/**
 * Takes out of a drawn page, before it is shown, whatever runs, loads or leads away: the policy of the frame forbids it
 * as well. External pictures become a box with their alternative text.
 */
export function disarm(
  root: ParentNode,
  pictures: (address: string) => string | undefined = () => undefined,
): void {
  for (const element of root.querySelectorAll(DROPPED)) element.remove();
  for (const field of root.querySelectorAll(UNWRAPPED)) {
    const plain = document.createElement('span');
    plain.append(...field.childNodes, shownBy(field));
    field.replaceWith(plain);
  }
  for (const element of root.querySelectorAll('*')) {
    if (element.tagName.toLowerCase() === 'img' || element.tagName.toLowerCase() === 'image')
      keepPicture(element, pictures);
    for (const { name, value } of Array.from(element.attributes)) {
      const isAddress =
        ADDRESSES.test(name) && !KEPT_ADDRESS.test(value) && !(value.startsWith('#') && isReference(element));
      if (/^on/i.test(name) || isAddress || OURS.test(name)) element.removeAttribute(name);
      else if (/^style$/i.test(name) && LOADS.test(value)) element.setAttribute(name, safeStyle(value));
    }
  }
  disarmStyles(root);
}

/** The words of a field that are no content of it: those of a button, or what stands in an empty field. */
function shownBy(field: Element): string {
  const isButton = field.matches('input:is([type=submit i], [type=reset i], [type=button i])');
  return field.getAttribute(isButton ? 'value' : 'placeholder') ?? '';
}

/** Takes addresses out of style sheets. */
export function disarmStyles(root: ParentNode): void {
  for (const style of root.querySelectorAll('style')) style.textContent = safeStyle(style.textContent);
}

/** A drawing's reference to its own parts, such as a gradient. */
function isReference(element: Element): boolean {
  return element.namespaceURI === 'http://www.w3.org/2000/svg' && element.tagName.toLowerCase() !== 'a';
}

function keepPicture(element: Element, pictures: (address: string) => string | undefined): void {
  const name = element.hasAttribute('src') ? 'src' : element.hasAttribute('href') ? 'href' : 'xlink:href';
  const address = element.getAttribute(name) ?? '';
  const own = KEPT_ADDRESS.test(address) ? address : pictures(address);
  if (own !== undefined) {
    element.setAttribute(name, own);
    return;
  }
  element.removeAttribute(name);
  const isImage = element.tagName.toLowerCase() === 'img';
  const box = isImage ? document.createElement('span') : element;
  box.setAttribute('data-no-picture', '');
  if (!isImage) return;
  box.textContent = element.getAttribute('alt');
  element.replaceWith(box);
}

const LOADS = /url\s*\(|@import|image-set|expression|-moz-binding|\\/i;

/** Styles without addresses: the policy refuses them anyway. Escapes could hide one. */
function safeStyle(css: string): string {
  return css
    .replace(/\\[\da-f]{1,6}\s?/gi, '')
    .replace(/@import[^;]*;?/gi, '')
    .replace(/(?:-webkit-)?image-set\s*\([^)]*\)/gi, 'none')
    .replace(/url\s*\((?!\s*["']?(?:blob:|data:(?:image|font)\/|#))[^)]*\)?/gi, 'none');
}
