import { join } from 'node:path';
import type { HostEnvironment } from '@bowline/assembly';

/**
 * The machine as a tenant's sessions see it. Commands, and memory and rules in files, are separate from those of other
 * tenants, even for sessions with the same ID. What sessions learn is not here but in the database.
 */
export function toTenantMachine(machine: HostEnvironment, tenant: string): HostEnvironment {
  const folder = join(machine.bowlineHome, 'tenants', tenant);
  return { ...machine, sessionsFolder: join(folder, 'sessions'), learnedDir: folder };
}
