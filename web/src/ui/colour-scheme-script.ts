/** The storage key of the chosen scheme: light, dark or system. */
export const colourSchemeKey = 'raahi-colour-scheme'

/** The attribute of <html> that every style sheet reads. It has Mantine's name, because Mantine also sets it. */
export const colourSchemeAttribute = 'data-mantine-color-scheme'

/**
 * Runs in the head before the first paint: applies the chosen scheme, otherwise the system's. `data-visitor` marks a
 * browser with a stored session, so that content that depends on it can stay blank until it is known.
 */
export const firstPaintScript = `try{
var s=localStorage.getItem("${colourSchemeKey}");
if(s!=="light"&&s!=="dark")s=matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light";
document.documentElement.setAttribute("${colourSchemeAttribute}",s);
if(/"accessToken":"/.test(localStorage.getItem("raahi-auth")||""))document.documentElement.dataset.visitor="unknown"
}catch(e){}`
