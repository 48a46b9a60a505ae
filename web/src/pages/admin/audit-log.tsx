import { AuditLog } from '../../features/audit-log/audit-log.tsx'

export const meta = () => [{ title: 'Audit Log · Raahi' }]

export default function AuditLogPage() {
  return <AuditLog />
}
