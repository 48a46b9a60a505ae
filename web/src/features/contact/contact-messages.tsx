import { Button, TextInput } from '@mantine/core'
import type { ContactMessage } from '@raahi/contract/contact'
import { useCallback, useMemo, useRef } from 'react'
import { errorWithReason } from '../../lib/api-error.ts'
import { formatCount } from '../../lib/counts.ts'
import { useAddressParams } from '../../lib/use-address-params.ts'
import { useDebouncedText } from '../../lib/use-debounced-text.ts'
import { useFocusFallback } from '../../lib/use-focus-fallback.ts'
import cards from '../../ui/card-list.module.css'
import { CardList } from '../../ui/card-list.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SearchPanel } from '../../ui/search-panel.tsx'
import { StatusTabs } from '../../ui/status-tabs.tsx'
import { notifyError, notifySuccess } from '../../ui/toast.ts'
import { useWaiting } from '../enquiries/admin/use-waiting.ts'
import { suspectedTab } from '../enquiries/enquiry-labels.ts'
import { messagesPerPage, useMarkMessage, useMessagePage } from './contact-messages.api.ts'
import { type MessageFilters, readMessageFilters, writeMessageFilters } from './message-filters.ts'
import { MessageItem } from './message-item.tsx'

const headings: Record<MessageFilters['status'], string> = {
  open: 'Waiting for a reply',
  answered: 'Answered messages',
  suspected: 'Suspected spam',
  all: 'All messages',
}

const suspicionText =
  'A hidden field of the form was filled in. Most of these messages are spam, some are not. No mail has been sent for them.'

/** What was written through the contact form, for an admin: find, read, reply by mail, mark as answered. */
export function ContactMessages() {
  const { filters, change } = useMessageFilters()
  const query = useMessagePage(filters)
  const suspected = useWaiting().data?.suspectedMessages ?? 0
  const title = useRef<HTMLHeadingElement>(null)
  const keepFocus = useFocusFallback(title, query.data)
  const { marking, mark } = useMarking(keepFocus)
  const search = useDebouncedText(filters.search, (text, again) =>
    change({ search: text }, { replace: again }),
  )
  const goToPage = useCallback(
    (page: number, options?: { replace: boolean }) => change({ page }, { toTop: true, ...options }),
    [change],
  )
  const clear = () => change({ search: '' })
  return (
    <>
      <PageHeader
        title="Contact Messages"
        back={{ to: '/dashboard', label: 'Back to Dashboard' }}
      />
      <SearchPanel activeCount={filters.search ? 1 : 0} onClear={clear}>
        <TextInput
          label="Search"
          type="search"
          placeholder="Name, email or text"
          maxLength={120}
          autoComplete="off"
          {...search}
        />
      </SearchPanel>
      <StatusTabs
        label="Messages by status"
        tabs={[
          ['open', 'Waiting'],
          ['answered', 'Answered'],
          ['suspected', suspectedTab(suspected)],
          ['all', 'All'],
        ]}
        value={filters.status}
        onChange={(status) => change({ status })}
      >
        <section aria-labelledby="messages">
          <h2 id="messages" ref={title} tabIndex={-1} className={cards.title}>
            {headings[filters.status]}
            {query.data && ` (${formatCount(query.data.totalDocs)})`}
          </h2>
          {filters.status === 'suspected' && <p>{suspicionText}</p>}
          <CardList
            query={query}
            page={filters.page}
            pageSize={messagesPerPage}
            label="Contact messages"
            loading="Loading messages..."
            failed="The messages could not be loaded."
            empty={<Nothing filters={filters} onClear={clear} />}
            onPageChange={goToPage}
          >
            {(message) => (
              <MessageItem message={message} busy={marking === message._id} onMark={mark} />
            )}
          </CardList>
        </section>
      </StatusTabs>
    </>
  )
}

/** Marks a message at once: there is a way back. */
function useMarking(onStart: () => void) {
  const { mutate, isPending } = useMarkMessage()
  const markedId = useRef<string>(undefined)
  const mark = (message: ContactMessage, answered: boolean) => {
    if (isPending) return
    markedId.current = message._id
    onStart()
    mutate(
      { id: message._id, answered },
      {
        onSuccess: () => notifySuccess(answered ? 'Marked as answered.' : 'Marked as waiting.'),
        onError: (error) =>
          notifyError(errorWithReason(error, 'The message could not be updated.')),
      },
    )
  }
  return { marking: isPending ? markedId.current : undefined, mark }
}

function Nothing({ filters, onClear }: { filters: MessageFilters; onClear: () => void }) {
  if (filters.search) {
    return (
      <EmptyState
        text="No messages match the current search."
        action={
          <Button variant="default" onClick={onClear}>
            Clear search
          </Button>
        }
      />
    )
  }
  return (
    <EmptyState
      text={filters.status === 'open' ? 'No messages waiting for a reply.' : 'No messages found.'}
    />
  )
}

/** Tab, search and page, kept in the address. A changed tab or search leads to the first page. */
function useMessageFilters() {
  const [params, changeParams] = useAddressParams()
  const filters = useMemo(() => readMessageFilters(params), [params])
  const change = useCallback(
    (changed: Partial<MessageFilters>, options?: { replace?: boolean; toTop?: boolean }) =>
      changeParams(
        (present) => writeMessageFilters({ ...readMessageFilters(present), page: 1, ...changed }),
        options,
      ),
    [changeParams],
  )
  return { filters, change }
}
