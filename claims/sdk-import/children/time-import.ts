// Measures the import of a module, with a compile cache like the CLI's: node time-import.ts MODULE
import { enableCompileCache } from 'node:module';

enableCompileCache();
const start = { wall: performance.now(), cpu: process.cpuUsage() };
await import(process.argv[2] ?? '');
const wallMs = performance.now() - start.wall;
const { user, system } = process.cpuUsage(start.cpu);
console.log(JSON.stringify({ wallMs, cpuMs: (user + system) / 1000 }));
