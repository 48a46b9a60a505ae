import { Button } from '@mantine/core'
import type { ApiKey } from '@raahi/contract/keys'
import { IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorWithReason } from '../../lib/api-error.ts'
import { useMay } from '../../lib/session.ts'
import { useDialogTarget } from '../../lib/use-dialog-target.ts'
import { FormError } from '../../ui/form-error.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { KeyFacts } from '../keys/public/key-facts.tsx'
import { keysQuery, useCreateSourceKey } from '../keys/public/keys.api.ts'
import { NewKeyDialog } from '../keys/public/new-key-dialog.tsx'
import { RevokeKeyDialog } from '../keys/public/revoke-key-dialog.tsx'
import type { SourceDetail } from './sources.api.ts'
import classes from './sources.module.css'

/** The keys of a source, a form that makes one, and a question that revokes one. */
export function SourceKeys({ source }: { source: SourceDetail }) {
  const query = useQuery(keysQuery)
  const mayChange = useMay('settings')
  const [isAdding, setAdding] = useState(false)
  const revoking = useDialogTarget<ApiKey>()
  const keys = query.data?.filter((key) => key.source?._id === source._id) ?? []
  return (
    <div className={classes.stack}>
      {query.isError && (
        <FormError>{errorWithReason(query.error, 'The keys could not be loaded.')}</FormError>
      )}
      {keys.length > 0 && (
        <ul className={classes.lines} aria-label="Keys">
          {keys.map((key) => (
            <li key={key._id}>
              <span>
                <bdi className={classes.name}>{key.name}</bdi>{' '}
                {key.hasEnded && <StatusBadge tone="danger">Ended</StatusBadge>}
                <KeyFacts apiKey={key} />
              </span>
              {mayChange && (
                <Button
                  variant="default"
                  size="compact-sm"
                  onClick={() => revoking.open(key)}
                  aria-label={`Revoke ${key.name}`}
                >
                  Revoke
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayChange ? (
        <div>
          <Button
            variant={keys.length > 0 ? 'default' : 'filled'}
            leftSection={<IconKey size={18} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            Create a key
          </Button>
        </div>
      ) : (
        <p className={classes.kind}>Keys are created by admins with the right Settings.</p>
      )}
      <NewKeyDialog
        create={useCreateSourceKey(source._id)}
        opened={isAdding}
        onClose={() => setAdding(false)}
        nameHint="Where the key is stored, such as ‘CRM server’."
      >
        Store this key in the program that sends the enquiries. It can do nothing else.
      </NewKeyDialog>
      <RevokeKeyDialog apiKey={revoking.target} opened={revoking.opened} onClose={revoking.close}>
        <p>
          Raahi rejects whatever is sent with <bdi>{revoking.target?.name}</bdi> from now on.
        </p>
      </RevokeKeyDialog>
    </div>
  )
}
