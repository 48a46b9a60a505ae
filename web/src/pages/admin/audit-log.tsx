import { AuditLog } from '../../features/audit-log/audit-log.tsx'
import { ChainHead } from '../../features/transactions/chain-head.tsx'

export default function AuditLogPage() {
  return <AuditLog note={<ChainHead />} />
}
