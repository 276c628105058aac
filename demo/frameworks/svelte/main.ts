import { mount } from "svelte";
import Connect from "./connect.svelte";

const target = document.getElementById("root");
if (target) mount(Connect, { target });
