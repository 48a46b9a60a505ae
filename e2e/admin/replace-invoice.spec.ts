import { admin } from '../support/api.ts'
import { payOnline } from '../support/payments.ts'
import { expect, storeSession, test } from '../support/test.ts'

test('an admin replaces an invoice with a wrong state, and the agent sees all three documents', async ({
  page,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent({ name: 'Nila Journeys', billingState: '29' })
  const { invoiceId } = await payOnline(api, agent, 1180)
  const invoice = page.getByRole('article', { name: /^Tax invoice TRA\// })
  await signIn(admin)
  await page.goto(`/dashboard/invoices/${invoiceId}`)
  await expect(invoice).toContainText('CGST 9%')
  await page.getByRole('button', { name: 'Replace', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Replace an invoice' })
  await dialog.getByRole('button', { name: 'Replace' }).click()
  await expect(dialog.getByText('The invoice has this state and GSTIN.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'GSTIN' }).fill('27AADCS8090L1ZS')
  await expect(dialog.getByRole('combobox', { name: 'State' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Replace' }).click()
  const question = page.getByRole('dialog', { name: /^Replace invoice TRA\/.+\?$/ })
  await expect(question).toContainText('Maharashtra')
  await expect(question).toContainText('The tax changes from CGST 9% and SGST 9% to IGST 18%.')
  await question.getByRole('button', { name: 'Replace invoice' }).click()
  await expect(page.getByText('Invoice replaced.')).toBeVisible()
  await expect(invoice).toContainText('IGST 18%')
  await expect(invoice).toContainText('GSTIN 27AADCS8090L1ZS')
  await expect(invoice).toContainText('Replaces invoice')

  await storeSession(page, agent)
  await page.goto('/dashboard/invoices')
  const list = page.getByRole('list', { name: 'Invoices, newest first' })
  await expect(list.getByRole('listitem')).toHaveCount(3)
  await list.getByRole('link', { name: /^TCN\// }).click()
  const note = page.getByRole('article', { name: /^Credit note TCN\// })
  await expect(note).toContainText('Total credited')
  await expect(note).toContainText('No money moves.')
  await note
    .getByRole('link', { name: /^TRA\// })
    .first()
    .click()
  await expect(invoice).toContainText('Reversed by credit note')
  await expect(invoice).toContainText('Replaced by invoice')
  await expect(page.getByRole('button', { name: 'Replace', exact: true })).toHaveCount(0)
})
