// @ts-check

/**
 * Colours that go with a brand's colour, whatever it is.
 * @param {string | undefined} colour such as `#f5a524`; anything else reads as the provider's blue
 * @returns {{ theme: string, onTheme: string, edge: string }} the brand's colour, that of text on it, and whether
 *   that is a dark or a light one
 */
export function themeOf(colour) {
  const theme = /^#[0-9a-f]{6}$/i.test(colour ?? '') ? String(colour) : '#1f5fd6'
  const isLight = contrast(theme, dark) >= contrast(theme, light)
  return { theme, onTheme: isLight ? dark : light, edge: isLight ? 'dark' : 'light' }
}

const dark = '#1d1942'
const light = '#ffffff'

/**
 * The ratio of WCAG 2.
 * @param {string} one
 * @param {string} other
 */
function contrast(one, other) {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** @param {string} hex */
function luminance(hex) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
