import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')

type Tokens = Record<string, string>

const light: Tokens = {}
const dark: Tokens = {}
const colours =
  /--raahi-([\w-]+): (?:light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)|(#[0-9a-f]{6}));/g
for (const [, name = '', ofLight, ofDark, ofBoth] of css.matchAll(colours)) {
  light[name] = ofLight ?? ofBoth ?? ''
  dark[name] = ofDark ?? ofBoth ?? ''
}

/** Relative luminance as WCAG 2.2 defines it. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(tokens: Tokens, one: string, other: string): number {
  const [a, b] = [one, other].map((name) => {
    const value = tokens[name]
    if (!value) throw new Error(`No token --raahi-${name}`)
    return luminance(value)
  }) as [number, number]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

const papers = ['paper', 'surface', 'surface-sunken', 'surface-hover']
const textPairs = [
  ...papers.flatMap((paper) => [
    ['ink', paper],
    ['ink-soft', paper],
    ['link', paper],
    ['action-text', paper],
    ['danger-text', paper],
    ['success-text', paper],
  ]),
  ['placeholder', 'surface'],
  ['on-action', 'action'],
  ['on-action', 'action-hover'],
  ['action-text', 'action-soft'],
  ['success-text', 'success-soft'],
  ['warning-text', 'warning-soft'],
  ['notice-text', 'notice-soft'],
  ['danger-text', 'danger-soft'],
  ['info-text', 'info-soft'],
  ['info-text', 'info-soft-hover'],
  ['ink', 'success-soft'],
  ['ink', 'danger-soft'],
  ['ink', 'neutral-soft'],
  ['ink-soft', 'neutral-soft'],
  ['link', 'info-soft'],
  ['on-shell', 'shell'],
  ['on-shell', 'shell-hover'],
  ['on-shell', 'shell-active'],
  ['on-shell-soft', 'shell'],
  ...[1, 2, 3].flatMap((plan) => [
    ['on-plan', `plan-${plan}-from`],
    ['on-plan', `plan-${plan}-to`],
  ]),
  ['on-shell-soft', 'shell-hover'],
  ['on-band', 'band'],
  ['on-band-soft', 'band'],
  ['band-accent', 'band'],
] as [string, string][]
const edgePairs = [
  ['line-strong', 'surface'],
  ['line-strong', 'paper'],
  ['focus', 'surface'],
  ['focus', 'paper'],
  ['action', 'shell'],
  ['action', 'shell-active'],
] as [string, string][]

describe.each([
  ['light', light],
  ['dark', dark],
])('colours in the %s scheme meet WCAG 2.2 AA', (_scheme, tokens) => {
  it.each(textPairs)('text %s on %s is at least 4.5:1', (text, paper) => {
    expect(contrast(tokens, text, paper)).toBeGreaterThanOrEqual(4.5)
  })

  it.each(edgePairs)('edge %s on %s is at least 3:1', (edge, paper) => {
    expect(contrast(tokens, edge, paper)).toBeGreaterThanOrEqual(3)
  })
})
