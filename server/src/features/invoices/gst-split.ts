import { taxInside } from '@raahi/contract/gst'
import { gstPercent } from '@raahi/contract/invoices'

/** The parts of a price that includes GST, in integer paise. */
export interface GstSplit {
  taxablePaise: number
  cgstPaise: number
  sgstPaise: number
  igstPaise: number
}

/**
 * Splits a price that includes GST. Within one state half of the tax is central and half is state tax, and both halves
 * are equal to the paisa (CGST Act and SGST Act, section 9); between states all of it is integrated tax (IGST Act,
 * section 5). Each tax is rounded once, half up, from its exact share of the total. The remainder is the taxable value,
 * so that the parts always add up to the price.
 * @param totalPaise the price, more than 0
 */
export function splitGst(totalPaise: number, isWithinState: boolean): GstSplit {
  const none = { cgstPaise: 0, sgstPaise: 0, igstPaise: 0 }
  const tax = isWithinState
    ? { ...none, ...halves(taxInside(totalPaise, gstPercent / 2, gstPercent)) }
    : { ...none, igstPaise: taxInside(totalPaise, gstPercent, gstPercent) }
  return {
    taxablePaise: totalPaise - tax.cgstPaise - tax.sgstPaise - tax.igstPaise,
    ...tax,
  }
}

/**
 * Splits a part of an invoice for its credit note: the tax of all notes so far minus the tax of the earlier ones. The notes of a
 * whole invoice therefore add up to its exact tax, and the last one takes the remaining paise.
 * @param earlierPaise the total of the earlier credit notes
 */
export function splitPart(
  invoice: GstSplit,
  { earlierPaise, partPaise }: { earlierPaise: number; partPaise: number },
): GstSplit {
  const upTo = (paise: number) => splitUpTo(invoice, paise)
  const [earlier, all] = [upTo(earlierPaise), upTo(earlierPaise + partPaise)]
  return {
    taxablePaise: all.taxablePaise - earlier.taxablePaise,
    cgstPaise: all.cgstPaise - earlier.cgstPaise,
    sgstPaise: all.sgstPaise - earlier.sgstPaise,
    igstPaise: all.igstPaise - earlier.igstPaise,
  }
}

function splitUpTo(invoice: GstSplit, paise: number): GstSplit {
  const { taxablePaise, cgstPaise, sgstPaise, igstPaise } = invoice
  const totalPaise = taxablePaise + cgstPaise + sgstPaise + igstPaise
  return paise === totalPaise ? invoice : splitGst(paise, igstPaise === 0)
}

const halves = (paise: number) => ({ cgstPaise: paise, sgstPaise: paise })
