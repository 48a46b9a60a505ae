import { formatPaise } from '@raahi/contract/formats'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { AmountList } from './amount-list.tsx'

const textOf = (amounts: Parameters<typeof AmountList>[0]['amounts']) =>
  renderToStaticMarkup(createElement(AmountList, { amounts })).replace(/<[^>]*>/g, '|')

const amounts = {
  pricePerPersonPaise: 24_999_99,
  persons: 3,
  gst: 'added' as const,
  gstPercent: 12,
  gstPaise: 7_77,
  totalPaise: 88_888_88,
}

it('shows the stored amounts and computes none', () => {
  const text = textOf(amounts)
  expect(text).toContain(`|Total||${formatPaise(amounts.totalPaise)}|`)
  expect(text).toContain(`|GST 12%||${formatPaise(amounts.gstPaise)}|`)
})

it('shows no GST for an agency without it', () => {
  expect(textOf({ ...amounts, gst: 'none', gstPercent: 0, gstPaise: 0 })).not.toContain('GST')
})
