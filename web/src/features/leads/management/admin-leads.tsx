import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type Lead, leadsPerPage } from '@raahi/contract/leads'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useAddressAction } from '../../../lib/use-address-action.ts'
import { useDialogTarget } from '../../../lib/use-dialog-target.ts'
import { useFocusFallback } from '../../../lib/use-focus-fallback.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { notifyError } from '../../../ui/toast.ts'
import { leadQueryOf } from '../../lead-facts/public/lead-filters.ts'
import { LeadSearchPanel } from '../lead-search-panel.tsx'
import { useLeadPage } from '../leads.api.ts'
import { useLeadFilters } from '../use-lead-filters.ts'
import { DeleteLeadDialog, MarkSoldDialog } from './admin-leads-dialogs.tsx'
import { AdminLeadsList } from './admin-leads-list.tsx'
import type { Deletion } from './lead-selection.tsx'

/** Loaded in the background, so that the list does not wait for the form. */
const loadForm = () => import('./lead-form-dialog.tsx')
const LeadFormDialog = lazy(loadForm)

/** A page of 50 rows takes a phone a hundred swipes. */
const leadsPerPhonePage = 20

/** All leads, for an admin: search, add, edit, mark as sold, delete, one or several. */
export function AdminLeads() {
  const isPhone = useMediaQuery('(max-width: 35.99em)', undefined, {
    getInitialValueInEffect: false,
  })
  const pageSize = isPhone ? leadsPerPhonePage : leadsPerPage
  const list = useLeadFilters(undefined, pageSize)
  const query = useLeadPage({ ...leadQueryOf(list.filters), limit: pageSize })
  const [deletion, setDeletion] = useState<Deletion | null>(null)
  const form = useDialogTarget<Lead | null>()
  const selling = useDialogTarget<Lead>()
  const deleting = useDialogTarget<Lead>()
  const listTitle = useRef<HTMLHeadingElement>(null)
  const keepFocus = useFocusFallback(listTitle, query.data)
  const [formLoaded, setFormLoaded] = useState(false)
  useEffect(() => {
    // A failure is reported when the form is opened.
    loadForm().then(
      () => setFormLoaded(true),
      () => undefined,
    )
  }, [])
  const { open } = form
  const openForm = async (lead: Lead | null) => {
    try {
      await loadForm()
      setFormLoaded(true)
      open(lead)
    } catch {
      notifyError('The form could not be opened. Check your connection, or reload the page.')
    }
  }
  const addLead = () => void openForm(null)
  useAddressAction('add', addLead)

  return (
    <>
      <PageHeader
        title="Add Leads"
        back={{ to: '/dashboard', label: 'Back to Dashboard' }}
        actions={
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={addLead}>
            Add New Travel Lead
          </Button>
        }
      />
      <LeadSearchPanel list={list} />
      <AdminLeadsList
        query={query}
        list={list}
        pageSize={pageSize}
        deletion={deletion}
        onDeletion={setDeletion}
        onDone={keepFocus}
        titleRef={listTitle}
        onAdd={addLead}
        onEdit={openForm}
        onMarkSold={selling.open}
        onDelete={deleting.open}
      />
      {formLoaded && (
        <Suspense>
          <LeadFormDialog lead={form.target} opened={form.opened} onClose={form.close} />
        </Suspense>
      )}
      <MarkSoldDialog
        lead={selling.target}
        opened={selling.opened}
        onClose={selling.close}
        onDone={keepFocus}
      />
      <DeleteLeadDialog
        lead={deleting.target}
        opened={deleting.opened}
        onClose={deleting.close}
        onDone={keepFocus}
        onDeleted={(id) => setDeletion({ ids: [id], left: 0 })}
      />
    </>
  )
}
