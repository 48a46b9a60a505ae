import type { ContactMessage } from '@raahi/contract/contact'
import { IconRobot } from '@tabler/icons-react'
import { useCallback, useRef, useState } from 'react'
import { formatAge } from '../../lib/ages.ts'
import { errorWithReason } from '../../lib/api-error.ts'
import { formatCount } from '../../lib/counts.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { useFocusFallback } from '../../lib/use-focus-fallback.ts'
import { type ListFilters, useListFilters } from '../../lib/use-list-filters.ts'
import { useListShortcuts } from '../../lib/use-list-shortcuts.ts'
import cards from '../../ui/card-list.module.css'
import { EmptyList } from '../../ui/empty-list.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { SearchPanel } from '../../ui/search-panel.tsx'
import { ShortcutsButton } from '../../ui/shortcuts-button.tsx'
import { ShortcutsDialog } from '../../ui/shortcuts-dialog.tsx'
import { SplitList, type SplitRow, splitKeys } from '../../ui/split-list.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { StatusTabs } from '../../ui/status-tabs.tsx'
import { TextFilter } from '../../ui/text-filter.tsx'
import { notifyError, notifySuccess } from '../../ui/toast.ts'
import { suspectedTab, useWaiting } from '../waiting/public/use-waiting.ts'
import type { AnswerDrafts } from './answer-form.tsx'
import { messagesPerPage, useMarkMessage, useMessagePage } from './contact-messages.api.ts'
import { MessageDetail } from './message-detail.tsx'
import { type MessageFilters, messageFilters } from './message-filters.ts'

const headings: Record<MessageFilters['status'], string> = {
  open: 'Waiting for a reply',
  answered: 'Answered messages',
  suspected: 'Suspected spam',
  all: 'All messages',
}

const suspicionText =
  'A hidden field of the form was filled in. Most of these messages are spam, some are not. No mail has been sent for them.'

const messageKeys = {
  ...splitKeys,
  buttons: { a: 'data-answer', m: 'data-mark' },
}

const keys = [
  ['j', 'Next message'],
  ['k', 'Previous message'],
  ['a', 'Answer the message'],
  ['m', 'Mark as answered or waiting'],
  ['/', 'Search'],
  ['?', 'This help'],
] as const

/** The messages of the contact form, for an admin: find, read, answer, mark as answered. */
export function ContactMessages() {
  const list = useListFilters(messageFilters)
  const { status, page } = list.filters
  const query = useMessagePage(list.filters)
  const suspected = useWaiting().data?.suspectedMessages ?? 0
  const title = useRef<HTMLHeadingElement>(null)
  const keepFocus = useFocusFallback(title, query.data)
  const { marking, mark } = useMarking(keepFocus)
  const [drafts] = useState<AnswerDrafts>(() => new Map())
  const section = useRef<HTMLElement>(null)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const openHelp = useCallback(() => setHelpOpen(true), [])
  useListShortcuts(section, messageKeys, openHelp)
  return (
    <>
      <PageHeader
        title="Contact Messages"
        back={{ to: '/dashboard', label: 'Back to Dashboard' }}
        actions={<ShortcutsButton onClick={openHelp} />}
      />
      <SearchPanel
        activeCount={list.count}
        onClear={list.clear}
        search={
          <TextFilter
            aria-label="Search"
            placeholder="Name, email or text"
            {...list.textField('search')}
          />
        }
      />
      <StatusTabs
        label="Messages by status"
        tabs={[
          ['open', 'Waiting'],
          ['answered', 'Answered'],
          ['suspected', suspectedTab(suspected)],
          ['all', 'All'],
        ]}
        value={status}
        onChange={(chosen) => list.change({ status: chosen })}
      >
        <section ref={section} aria-labelledby="messages">
          <h2 id="messages" ref={title} tabIndex={-1} className={cards.title}>
            {headings[status]}
            {query.data && ` (${formatCount(query.data.totalDocs)})`}
          </h2>
          {status === 'suspected' && <p>{suspicionText}</p>}
          <PagedList
            query={query}
            items={query.data?.docs}
            total={query.data?.totalDocs}
            page={page}
            pageSize={messagesPerPage}
            onPageChange={list.goToPage}
            loading={{ label: 'Loading messages...', layout: 'rows', count: 4, rowHeight: '4rem' }}
            failed={(error) => errorWithReason(error, 'The messages could not be loaded.')}
            empty={<NoMessages list={list} />}
          >
            {(messages) => (
              <SplitList
                label="Contact messages"
                items={messages}
                idOf={({ _id }) => _id}
                list={list}
                row={messageRow}
                listWidth="19rem"
                detail={(message, isBeside) => (
                  <MessageDetail
                    key={message._id}
                    message={message}
                    isBeside={isBeside}
                    busy={marking === message._id}
                    drafts={drafts}
                    onMark={mark}
                    onStart={keepFocus}
                  />
                )}
              />
            )}
          </PagedList>
        </section>
      </StatusTabs>
      <ShortcutsDialog opened={isHelpOpen} onClose={() => setHelpOpen(false)} keys={keys}>
        <p>The keys do nothing while you type.</p>
      </ShortcutsDialog>
    </>
  )
}

/** One message in two lines: the sender, the begin of the text, the age, and whether it is answered. */
function messageRow({
  name,
  email,
  message,
  createdAt,
  suspected,
  answeredAt,
}: ContactMessage): SplitRow {
  return {
    title: name,
    note: email,
    age: formatAge(createdAt, serverNow()),
    text: <bdi>{message}</bdi>,
    sign: answeredAt
      ? 'Answered'
      : suspected && (
          <StatusBadge tone="notice" icon={IconRobot}>
            Suspected
          </StatusBadge>
        ),
  }
}

function NoMessages({ list }: { list: ListFilters<typeof messageFilters> }) {
  return (
    <EmptyList
      list={list}
      noMatch="No messages match the current search."
      clearLabel="Clear search"
      text={
        list.filters.status === 'open'
          ? 'No messages waiting for a reply. Visitors send them on the contact page.'
          : 'No messages found.'
      }
    />
  )
}

/** Marks a message without a confirmation, because marking can be undone. */
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
