import { Anchor, Button } from '@mantine/core'
import { maxKeys } from '@raahi/contract/key-scopes'
import type { ApiKey } from '@raahi/contract/keys'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { errorWithReason } from '../../lib/api-error.ts'
import { useDialogTarget } from '../../lib/use-dialog-target.ts'
import { useFocusFallback } from '../../lib/use-focus-fallback.ts'
import cards from '../../ui/card-list.module.css'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import item from '../../ui/queue-item.module.css'
import { QueueItem } from '../../ui/queue-item.tsx'
import { RefreshFailed } from '../../ui/refresh-failed.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { KeyFacts } from './public/key-facts.tsx'
import { keysQuery } from './public/keys.api.ts'
import { RevokeKeyDialog } from './public/revoke-key-dialog.tsx'

const OwnKeyDialog = lazy(() => import('./own-key-dialog.tsx'))

/** The keys with which an agent's programs read the purchases. */
export function KeysScreen() {
  const { data, error, isFetching, refetch } = useQuery(keysQuery)
  // The dialog stays mounted, because it shows the new key after its form is closed.
  const [isAdding, setAdding] = useState<boolean>()
  const revoking = useDialogTarget<ApiKey>()
  const title = useRef<HTMLHeadingElement>(null)
  const keepFocus = useFocusFallback(title, data)
  const failure = error && errorWithReason(error, 'The keys could not be loaded.')
  const retry = { onRetry: () => void refetch(), retrying: isFetching }
  const add = <Button onClick={() => setAdding(true)}>Create a key</Button>
  return (
    <>
      <PageHeader
        title="API Keys"
        subtitle={
          <>
            With a key, your own programs read your purchases.{' '}
            <Anchor href="/developers" inherit>
              See how
            </Anchor>
          </>
        }
        actions={data && data.length > 0 && data.length < maxKeys && add}
      />
      <section aria-labelledby="keys">
        <h2 id="keys" ref={title} tabIndex={-1} className={cards.title}>
          {data?.length === 1 ? '1 key' : `${data?.length || 'Your'} keys`}
        </h2>
        {failure && !data && <ErrorState text={failure} {...retry} />}
        {failure && data && <RefreshFailed text={failure} {...retry} />}
        {!failure && !data && (
          <SkeletonList label="Loading keys..." layout="rows" count={2} rowHeight="8rem" />
        )}
        {data?.length === 0 && (
          <EmptyState
            text="No key yet. Create one for your CRM or a spreadsheet, so that it reads your bought leads by itself."
            action={add}
          />
        )}
        {data && data.length > 0 && (
          <ul className={cards.list} aria-label="Keys">
            {data.map((key) => (
              <KeyItem key={key._id} apiKey={key} onRevoke={() => revoking.open(key)} />
            ))}
          </ul>
        )}
      </section>
      <Suspense>
        {isAdding !== undefined && (
          <OwnKeyDialog opened={isAdding} onClose={() => setAdding(false)} />
        )}
      </Suspense>
      <RevokeKeyDialog
        apiKey={revoking.target}
        opened={revoking.opened}
        onClose={revoking.close}
        onDone={keepFocus}
      >
        <p>
          Programs that use <bdi>{revoking.target?.name}</bdi> can no longer read your purchases.
        </p>
      </RevokeKeyDialog>
    </>
  )
}

function KeyItem({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const { name, hasEnded, scopes } = apiKey
  return (
    <QueueItem
      title={name}
      badges={
        <StatusBadge tone={hasEnded ? 'danger' : 'success'}>
          {hasEnded ? 'Ended' : 'Active'}
        </StatusBadge>
      }
    >
      <p>
        <code>{scopes.join(', ')}</code>
      </p>
      <KeyFacts apiKey={apiKey} />
      <div className={item.actions}>
        <Button variant="default" onClick={onRevoke} aria-label={`Revoke ${name}`}>
          Revoke
        </Button>
      </div>
    </QueueItem>
  )
}
