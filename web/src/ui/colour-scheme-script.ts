/** Where the choice of light, dark or system is kept in the browser. */
export const COLOUR_SCHEME_KEY = 'raahi-colour-scheme'

/** The attribute of <html> that every style sheet goes by; it has Mantine's name, as Mantine sets it too. */
export const COLOUR_SCHEME_ATTRIBUTE = 'data-mantine-color-scheme'

/**
 * Runs in the head, before anything is painted: the scheme that was chosen, else the system's.
 * `data-visitor` says whether somebody may be signed in here, so that what depends on it can stay blank until it is known.
 */
export const firstPaintScript = `try{
var s=localStorage.getItem("${COLOUR_SCHEME_KEY}");
if(s!=="light"&&s!=="dark")s=matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light";
document.documentElement.setAttribute("${COLOUR_SCHEME_ATTRIBUTE}",s);
if(/"accessToken":"/.test(localStorage.getItem("raahi-auth")||""))document.documentElement.dataset.visitor="unknown"
}catch(e){}`
