import { describe, expect, it } from 'vitest'
import { describeDevice } from './device-labels.ts'

const mozilla = 'Mozilla/5.0'
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

describe('the label of a device', () => {
  it.each([
    [
      `${mozilla} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/141.0 Safari/537.36`,
      'Chrome on Windows',
    ],
    [
      `${mozilla} (Windows NT 10.0) ${webkit} Chrome/141.0 Safari/537.36 Edg/141.0`,
      'Edge on Windows',
    ],
    [
      `${mozilla} (Linux; Android 16; K) ${webkit} Chrome/141.0 Mobile Safari/537.36`,
      'Chrome on Android',
    ],
    [
      `${mozilla} (Linux; Android 16; SM-S921B) ${webkit} SamsungBrowser/28.0 Chrome/130 Mobile Safari/537.36`,
      'Samsung Internet on Android',
    ],
    [`${mozilla} (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0`, 'Firefox on Linux'],
    [
      `${mozilla} (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1`,
      'Safari on iPhone',
    ],
    [
      `${mozilla} (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1`,
      'Chrome on iPhone',
    ],
    [
      `${mozilla} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 (KHTML, like Gecko) Version/19.0 Safari/605.1.15`,
      'Safari on Mac',
    ],
    [
      `${mozilla} (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/141.0 Safari/537.36 OPR/124.0`,
      'Opera on ChromeOS',
    ],
    ['curl/8.5.0', 'Unknown device'],
    ['<script>alert(1)</script>', 'Unknown device'],
    ['', 'Unknown device'],
    [null, 'Unknown device'],
  ])('%s', (userAgent, label) => expect(describeDevice(userAgent).label).toBe(label))

  it('recognises handheld devices', () => {
    expect(describeDevice(`${mozilla} (Linux; Android 16; K)`).isHandheld).toBe(true)
    expect(describeDevice(`${mozilla} (X11; Linux x86_64)`).isHandheld).toBe(false)
  })
})
