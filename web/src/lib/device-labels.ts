/** Patterns of browsers. The first match counts, because most user agents also name the browsers they derive from. */
const browsers: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\b(Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
]

const systems: readonly (readonly [mark: RegExp, name: string, isHandheld: boolean])[] = [
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
  label: string
  isHandheld: boolean
}

/** The device that a user agent describes. */
export function describeDevice(userAgent: string | null): Device {
  const text = userAgent ?? ''
  const browser = browsers.find(([mark]) => mark.test(text))?.[1]
  const [, system, isHandheld = false] = systems.find(([mark]) => mark.test(text)) ?? []
  if (browser && system) return { label: `${browser} on ${system}`, isHandheld }
  return { label: browser ?? system ?? 'Unknown device', isHandheld }
}
