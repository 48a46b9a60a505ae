/** The storage key of the chosen scheme: light, dark or system. */
export const COLOUR_SCHEME_KEY = 'raahi-colour-scheme'

/** The attribute of <html> that every style sheet reads. It has Mantine's name, because Mantine also sets it. */
export const COLOUR_SCHEME_ATTRIBUTE = 'data-mantine-color-scheme'

/**
 * Runs in the head before the first paint: applies the chosen scheme, otherwise the system's. `data-visitor` marks a
 * browser with a stored session, so that content that depends on it can stay blank until it is known.
 */
export const firstPaintScript = `try{
var s=localStorage.getItem("${COLOUR_SCHEME_KEY}");
if(s!=="light"&&s!=="dark")s=matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light";
document.documentElement.setAttribute("${COLOUR_SCHEME_ATTRIBUTE}",s);
if(/"accessToken":"/.test(localStorage.getItem("raahi-auth")||""))document.documentElement.dataset.visitor="unknown"
}catch(e){}`
