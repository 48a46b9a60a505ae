import type { LoadResult } from '../load/jobs.ts'
import { alignColumns } from '../report.ts'
import { type CallFigures, CLIENTS, medianRatio } from './measure.ts'

type Sizes = { small: number; large: number }

/** Renders two lines per call, one for each database size. */
export function renderCalls(figures: readonly CallFigures[], sizes: Sizes): string {
  const head = [
    ['', '', ...CLIENTS.flatMap((clients) => [`${clients} clients`, '', '']), '', ''],
    ['call', 'leads', ...CLIENTS.flatMap(() => ['/s', 'p50', 'p99 ms']), 'ratio', 'of bound'],
  ]
  return alignColumns([...head, ...figures.flatMap((of) => renderLines(of, sizes))], true)
}

function renderLines(of: CallFigures, sizes: Sizes): string[][] {
  const { benchmark, pairs, shareOfMax } = of
  const cells = (size: 'small' | 'large') =>
    CLIENTS.flatMap((clients) => {
      const result = pairs.find((pair) => pair.clients === clients)?.[size]
      return result ? renderFigures(result) : ['-', '', '']
    })
  const leads = (size: 'small' | 'large') => sizes[size].toLocaleString('en')
  return [
    [benchmark.name, leads('small'), ...cells('small')],
    [
      benchmark.grows ? `  grows: ${benchmark.grows}` : '',
      leads('large'),
      ...cells('large'),
      medianRatio(of).toFixed(2),
      shareOfMax?.toFixed(2) ?? '',
    ],
  ]
}

function renderFigures({ perSecond, latency }: LoadResult): string[] {
  const { p50Ms, p99Ms } = latency
  return [Math.round(perSecond).toLocaleString('en'), p50Ms.toFixed(1), p99Ms.toFixed(1)]
}
