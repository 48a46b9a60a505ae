/** Patterns of browsers. The first match counts, because most user agents also name the browsers they derive from. */
const browsers: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\b(Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
]

const systems: readonly (readonly [mark: RegExp, name: string, handheld: boolean])[] = [
  [/\biPhone\b/, 'iPhone', true],
  [/\biPad\b/, 'iPad', true],
  [/\bAndroid\b/, 'Android', true],
  [/\bWindows\b/, 'Windows', false],
  [/\bMac OS X\b/, 'Mac', false],
  [/\bCrOS\b/, 'ChromeOS', false],
  [/\bLinux\b/, 'Linux', false],
]

interface Device {
  /** 'Chrome on Windows'. */
  words: string
  handheld: boolean
}

/** The device that a user agent describes. */
export function deviceOf(userAgent: string | null): Device {
  const text = userAgent ?? ''
  const browser = browsers.find(([mark]) => mark.test(text))?.[1]
  const [, system, handheld = false] = systems.find(([mark]) => mark.test(text)) ?? []
  if (browser && system) return { words: `${browser} on ${system}`, handheld }
  return { words: browser ?? system ?? 'Unknown device', handheld }
}
