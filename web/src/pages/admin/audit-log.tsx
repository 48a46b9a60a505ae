import { AuditLog } from '../../features/audit-log/audit-log.tsx'

export default function AuditLogPage() {
  return <AuditLog />
}
