import { createApp } from "vue";
import Connect from "./connect.vue";

createApp(Connect).mount("#root");
