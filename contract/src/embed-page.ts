// What the page of an embedded form, its server and its host page agree on. Without zod.

/** The address of an embedded form. Query: `source`, `accent`, `preview`. The part after # is the origin of the host page. */
export const embedPath = '/embed/quote'
/** The script of the host page. */
export const embedScriptPath = '/embed.js'

export const maxEmbedDomains = 20

/** The height that a host page reserves, as CSS: that of the first step, which is higher on narrow screens. */
export const embedMinHeight = 'max(44rem, 82rem - 100vw)'

/** Texts in the built page that the server replaces with those of the source. */
export const embedPlaceholders = {
  sourceId: 'embed-source-id',
  consentVersion: 'embed-consent-version',
  consentText: 'embed-consent-text',
} as const

type Rgb = readonly [number, number, number]

/** @param hex such as `0a7d5a`, `#0a7d5a` or `0a7` @returns undefined for anything else */
export function parseColour(hex: string): Rgb | undefined {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(hex)?.[1]
  if (!digits) return undefined
  const size = digits.length / 3
  const part = (at: number) =>
    Number.parseInt(digits.slice(at * size, (at + 1) * size).repeat(3 - size), 16)
  return [part(0), part(1), part(2)]
}

const white: Rgb = [255, 255, 255]
const black: Rgb = [0, 0, 0]

/** Contrast of two colours, by WCAG 2. */
export function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function mix(one: Rgb, other: Rgb, share: number): Rgb {
  const part = (at: 0 | 1 | 2) => Math.round(one[at] * (1 - share) + other[at] * share)
  return [part(0), part(1), part(2)]
}

/** Darkens a colour until its contrast with another one is sufficient. */
function darkened(colour: Rgb, against: Rgb, min: number): Rgb {
  for (let share = 0; share < 1; share += 0.05) {
    const darker = mix(colour, black, share)
    if (contrast(darker, against) >= min) return darker
  }
  return black
}

/**
 * The colours of a form with an accent on white. A colour that could not be seen or read is darkened.
 * - action: of the main button, with onAction for its text; hover: under the pointer
 * - soft: a light tint; text: for texts and edges on white and on the tint
 */
export function accentColours(accent: Rgb) {
  const action = darkened(accent, white, 3)
  const onAction = contrast(action, white) >= 4.5 ? white : black
  const soft = mix(action, white, 0.9)
  return {
    action,
    // Away from the colour of the text, so that the contrast does not shrink.
    hover: mix(action, onAction === white ? black : white, 0.12),
    onAction,
    soft,
    text: darkened(action, soft, 4.6),
  }
}

export function cssColour([red, green, blue]: Rgb): string {
  return `rgb(${red} ${green} ${blue})`
}
