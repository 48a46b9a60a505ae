import type { LoadResult } from '../load/jobs.ts'
import { type CallFigures, CLIENTS, ratioOf } from './measure.ts'

type Sizes = { small: number; large: number }

/** Two lines of each call, one of each size of the database. */
export function renderCalls(figures: readonly CallFigures[], sizes: Sizes): string {
  const head = [
    ['', '', ...CLIENTS.flatMap((clients) => [`${clients} at once`, '', '']), '', ''],
    ['call', 'leads', ...CLIENTS.flatMap(() => ['/s', 'p50', 'p99 ms']), 'ratio', 'of the most'],
  ]
  const table = [...head, ...figures.flatMap((of) => linesOf(of, sizes))]
  const widths = table[0]?.map((_, column) =>
    Math.max(...table.map((line) => line[column]?.length ?? 0)),
  )
  return table
    .map((line) =>
      line
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths?.[0] ?? 0) : cell.padStart(widths?.[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function linesOf(of: CallFigures, sizes: Sizes): string[][] {
  const { recipe, pairs, ofMost } = of
  const cells = (size: 'small' | 'large') =>
    CLIENTS.flatMap((clients) => {
      const result = pairs.find((pair) => pair.clients === clients)?.[size]
      return result ? figuresOf(result) : ['-', '', '']
    })
  const leads = (size: 'small' | 'large') => sizes[size].toLocaleString('en')
  return [
    [recipe.name, leads('small'), ...cells('small')],
    [
      recipe.grows ? `  grows: ${recipe.grows}` : '',
      leads('large'),
      ...cells('large'),
      ratioOf(of).toFixed(2),
      ofMost?.toFixed(2) ?? '',
    ],
  ]
}

function figuresOf({ perSecond, latency }: LoadResult): string[] {
  const { p50Ms, p99Ms } = latency
  return [Math.round(perSecond).toLocaleString('en'), p50Ms.toFixed(1), p99Ms.toFixed(1)]
}
